/* eslint-disable @typescript-eslint/prefer-for-of, @typescript-eslint/no-unused-vars -- an index is fastest, and names are only counted */
/** The validators of the small workloads, as a person writes them who has nothing but speed in mind. */

type Values = Readonly<Record<string, unknown>>;

export function isPet(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id, name, category, photoUrls, tags, status } = value as Values; // an object, as was asked
  if (id !== undefined && !Number.isSafeInteger(id)) return false;
  if (typeof name !== "string" || name === "" || (name.length > 100 && longerThan(name, 100))) return false;
  if (category !== undefined && !isNamed(category)) return false;
  if (!Array.isArray(photoUrls) || photoUrls.length > 20) return false;
  for (let i = 0; i < photoUrls.length; i += 1) if (typeof photoUrls[i] !== "string") return false;
  if (tags !== undefined) {
    if (!Array.isArray(tags)) return false;
    for (let i = 0; i < tags.length; i += 1) if (!isNamed(tags[i])) return false;
  }
  return status === undefined || status === "available" || status === "pending" || status === "sold";
}

/** A category, or a tag. */
function isNamed(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id, name } = value as Values; // an object, as was asked
  return (id === undefined || Number.isSafeInteger(id)) && (name === undefined || typeof name === "string");
}

/** In code points. */
function longerThan(text: string, limit: number): boolean {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count += 1;
  return count > limit;
}

export function isPets(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i += 1) if (!isPet(value[i])) return false;
  return true;
}

/** Every name is counted where it is read; an object with as many names as that has no others. */
export function isStrictPet(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id, name, category, photoUrls, tags, status } = value as Values; // an object, as was asked
  let names = 2;
  if (id !== undefined) {
    if (!Number.isSafeInteger(id)) return false;
    names += 1;
  }
  if (typeof name !== "string" || name === "" || (name.length > 100 && longerThan(name, 100))) return false;
  if (category !== undefined) {
    if (!isStrictNamed(category)) return false;
    names += 1;
  }
  if (!Array.isArray(photoUrls) || photoUrls.length > 20) return false;
  for (let i = 0; i < photoUrls.length; i += 1) if (typeof photoUrls[i] !== "string") return false;
  if (tags !== undefined) {
    if (!Array.isArray(tags)) return false;
    for (let i = 0; i < tags.length; i += 1) if (!isStrictNamed(tags[i])) return false;
    names += 1;
  }
  if (status !== undefined) {
    if (status !== "available" && status !== "pending" && status !== "sold") return false;
    names += 1;
  }
  for (const _ in value) names -= 1;
  return names === 0;
}

function isStrictNamed(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id, name } = value as Values; // an object, as was asked
  let names = 0;
  if (id !== undefined) {
    if (!Number.isSafeInteger(id)) return false;
    names += 1;
  }
  if (name !== undefined) {
    if (typeof name !== "string") return false;
    names += 1;
  }
  for (const _ in value) names -= 1;
  return names === 0;
}
