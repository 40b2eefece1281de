/** The descriptions of the workloads in which no discriminator says what a value is: a literal does, or which names are there. */
import { described, type Description, type JsonSchema } from "./schema.js";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const text: JsonSchema = { type: "string" };
const integer: JsonSchema = { type: "integer" };
const count: JsonSchema = { type: "integer", minimum: 0 };
const flag: JsonSchema = { type: "boolean" };
const texts: JsonSchema = { type: "array", items: text };

type Properties = Readonly<Record<string, JsonSchema>>;

const object = (properties: Properties, required: readonly string[] = Object.keys(properties)): JsonSchema => ({
  type: "object",
  required,
  properties,
});

const closed = (properties: Properties, required?: readonly string[]): JsonSchema => ({
  ...object(properties, required),
  additionalProperties: false,
});

/** 33 kinds of events, and what each has besides. */
const kinds: Readonly<Record<string, Properties>> = {
  "branch.created": { branch: text },
  "branch.deleted": { branch: text },
  "check.completed": { check: text, passed: flag },
  "check.started": { check: text },
  "comment.created": { body: text, author: ref("Actor") },
  "comment.deleted": { comment: integer },
  "comment.edited": { body: text, before: text },
  "deploy.failed": { stage: text, reason: text },
  "deploy.finished": { stage: text, seconds: count },
  "deploy.started": { stage: text },
  "fork.created": { fork: text, owner: ref("Actor") },
  "issue.assigned": { issue: integer, assignee: ref("Actor") },
  "issue.closed": { issue: integer, reason: text },
  "issue.labelled": { issue: integer, labels: texts },
  "issue.locked": { issue: integer, locked: flag },
  "issue.opened": { issue: integer, title: text },
  "issue.renamed": { issue: integer, from: text, to: text },
  "issue.unassigned": { issue: integer, assignee: ref("Actor") },
  "label.created": { label: text, colour: text },
  "label.deleted": { label: text },
  "member.added": { member: ref("Actor"), role: text },
  "member.removed": { member: ref("Actor") },
  "milestone.closed": { milestone: text, open: count },
  "milestone.created": { milestone: text },
  "page.built": { page: text, seconds: count },
  "push.forced": { branch: text, before: text, after: text },
  "push.made": { branch: text, commits: texts },
  "release.created": { tag: text, draft: flag },
  "release.deleted": { tag: text },
  "review.requested": { change: integer, reviewer: ref("Actor") },
  "review.submitted": { change: integer, approved: flag, body: text },
  "star.created": { stars: count },
  "star.deleted": { stars: count },
};

const eventName = (tag: string): string => tag.replace(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase());

/** `anyOf` of 33: a literal in each, and nothing that says so. */
export const untaggedEvents: Description = described({
  Actor: object({ id: integer, login: text }),
  ...Object.fromEntries(
    Object.entries(kinds).map(([tag, properties]) => [
      eventName(tag),
      object({ id: integer, type: { const: tag }, at: text, ...properties }),
    ]),
  ),
  Event: { anyOf: Object.keys(kinds).map((tag) => ref(eventName(tag))) },
});

/** Names by patterns, and no others. */
export const patterned: Description = described({
  Report: {
    type: "object",
    required: ["host"],
    properties: { host: text },
    patternProperties: { "^\\d{4}-\\d{2}$": count, "^x-": text },
    additionalProperties: false,
  },
});

/** Ten kinds of shapes, told apart by the names that they have. */
export const shapes: Description = described({
  Point: closed({ x: integer, y: integer }),
  Circle: closed({ centre: ref("Point"), radius: count }),
  Ellipse: closed({ centre: ref("Point"), radiusX: count, radiusY: count }),
  Square: closed({ corner: ref("Point"), side: count }),
  Box: closed({ corner: ref("Point"), width: count, height: count }),
  Line: closed({ from: ref("Point"), to: ref("Point") }),
  Path: closed({ points: { type: "array", items: ref("Point") }, open: flag }, ["points"]),
  Label: closed({ at: ref("Point"), text, size: count }, ["at", "text"]),
  Picture: closed({ at: ref("Point"), href: text }),
  Group: closed({ members: texts, name: text }, ["members"]),
  Arc: closed({ centre: ref("Point"), radius: count, start: integer, end: integer }),
  Shape: {
    oneOf: ["Circle", "Ellipse", "Square", "Box", "Line", "Path", "Label", "Picture", "Group", "Arc"].map(ref),
  },
});

const method = (types: readonly string[], properties: Properties, required: readonly string[] = []): JsonSchema =>
  closed({ checkoutAttemptId: text, ...properties, type: { type: "string", enum: types } }, required);

const stored = { storedPaymentMethodId: { type: "string", maxLength: 64 } } as const;

/** Ways to pay, as large services describe them: what each is called is a literal that may be left out. */
const methods: Readonly<Record<string, JsonSchema>> = {
  Ach: method(["ach", "ach_plaid"], { ...stored, bankAccountNumber: text, bankLocationId: text, ownerName: text }),
  Affirm: method(["affirm"], {}),
  Afterpay: method(["afterpay_default", "clearpay"], { ...stored, billingAddress: text, deliveryAddress: text }, ["type"]),
  ApplePay: method(["applepay"], { ...stored, applePayToken: { type: "string", maxLength: 10_000 } }, ["applePayToken"]),
  Blik: method(["blik"], { ...stored, blikCode: text }),
  Card: method(["scheme", "bcmc", "giftcard", "networkToken"], {
    ...{ ...stored, brand: text, cvc: { type: "string", minLength: 1, maxLength: 20 }, number: { type: "string", maxLength: 15_000 } },
    ...{ expiryMonth: text, expiryYear: text, holderName: { type: "string", maxLength: 15_000 } },
    fundingSource: { type: "string", enum: ["credit", "debit", "prepaid"] },
  }),
  Eps: method(["eps", "onlineBanking_PL", "onlineBanking_SK"], { ...stored, issuer: text }, ["issuer", "type"]),
  GooglePay: method(["googlepay"], { ...stored, googlePayToken: { type: "string", maxLength: 10_000 } }, ["googlePayToken"]),
  Ideal: method(["ideal"], { ...stored, issuer: text }),
  Klarna: method(["klarna", "klarna_account", "klarna_paynow"], { ...stored, billingAddress: text }, ["type"]),
  PayPal: method(["paypal"], { ...stored, orderID: text, payerID: text, subtype: text }, ["type"]),
  Sepa: method(["sepadirectdebit"], { ...stored, iban: text, ownerName: text }, ["iban", "ownerName"]),
  Twint: method(["twint"], { ...stored, subtype: text }),
  Vipps: method(["vipps"], { ...stored, telephoneNumber: text }, ["telephoneNumber"]),
  WeChat: method(["wechatpay", "wechatpay_pos"], {}),
  Zip: method(["zip", "zip_pos"], { ...stored, clickAndCollect: text }),
};

export const payments: Description = described({
  ...methods,
  Amount: object({ currency: { type: "string", minLength: 3, maxLength: 3 }, value: { type: "integer", format: "int64" } }),
  Address: object(
    {
      city: { type: "string", maxLength: 3000 },
      country: text,
      houseNumberOrName: text,
      postalCode: text,
      stateOrProvince: text,
      street: text,
    },
    ["city", "country", "houseNumberOrName", "postalCode", "street"],
  ),
  LineItem: object({ description: text, id: text, amountIncludingTax: integer, quantity: count, taxPercentage: integer }, []),
  Payment: object(
    {
      amount: ref("Amount"),
      billingAddress: ref("Address"),
      deliveryAddress: ref("Address"),
      channel: { type: "string", enum: ["Android", "iOS", "Web"] },
      countryCode: { type: "string", maxLength: 100 },
      lineItems: { type: "array", items: ref("LineItem") },
      merchantAccount: text,
      metadata: { type: "object", additionalProperties: text },
      paymentMethod: { oneOf: Object.keys(methods).map(ref) },
      reference: text,
      returnUrl: { type: "string", maxLength: 1024 },
      shopperEmail: text,
      shopperReference: { type: "string", minLength: 3, maxLength: 256 },
      storePaymentMethod: flag,
    },
    ["amount", "merchantAccount", "paymentMethod", "reference", "returnUrl"],
  ),
});
