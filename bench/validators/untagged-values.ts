/** The values of the workloads in which no discriminator says what a value is, as JSON texts. */
import { spoil } from "./values.js";

const actor = { id: 583231, login: "octocat" };
const numbered = (values: readonly object[]): readonly string[] =>
  values.map((value, index) => JSON.stringify({ id: index, at: "2026-11-03T09:30:00Z", ...value }));

/** 32 events, each of another kind. */
export function untaggedEvents(): readonly string[] {
  return numbered([
    { type: "branch.created", branch: "main" },
    { type: "branch.deleted", branch: "old" },
    { type: "check.completed", check: "lint", passed: true },
    { type: "check.started", check: "lint" },
    { type: "comment.created", body: "Same here.", author: actor },
    { type: "comment.deleted", comment: 7 },
    { type: "comment.edited", body: "Same here, too.", before: "Same here." },
    { type: "deploy.failed", stage: "production", reason: "no space left" },
    { type: "deploy.finished", stage: "production", seconds: 95 },
    { type: "deploy.started", stage: "production" },
    { type: "fork.created", fork: "octocat/hello", owner: actor },
    { type: "issue.assigned", issue: 5, assignee: actor },
    { type: "issue.closed", issue: 5, reason: "done" },
    { type: "issue.labelled", issue: 5, labels: ["bug", "urgent"] },
    { type: "issue.locked", issue: 5, locked: true },
    { type: "issue.opened", issue: 5, title: "It does not start" },
    { type: "issue.renamed", issue: 5, from: "It does not start", to: "It does not start on Mondays" },
    { type: "issue.unassigned", issue: 5, assignee: actor },
    { type: "label.created", label: "bug", colour: "#d73a4a" },
    { type: "member.added", member: actor, role: "maintainer" },
    { type: "member.removed", member: actor },
    { type: "milestone.closed", milestone: "1.0", open: 3 },
    { type: "milestone.created", milestone: "1.1" },
    { type: "page.built", page: "docs", seconds: 12 },
    { type: "push.forced", branch: "main", before: "a1", after: "b2" },
    { type: "push.made", branch: "main", commits: ["a1", "b2", "c3"] },
    { type: "release.created", tag: "v1", draft: false },
    { type: "release.deleted", tag: "v0" },
    { type: "review.requested", change: 12, reviewer: actor },
    { type: "review.submitted", change: 12, approved: true, body: "Fine." },
    { type: "star.created", stars: 100 },
    { type: "star.deleted", stars: 99 },
  ]);
}

export function spoiltUntaggedEvents(): readonly string[] {
  const all = untaggedEvents();
  return [
    ...["1", undefined].flatMap((id) => spoil(all, "id", id)),
    ...spoil(all, "type", "unknown"),
    ...spoil(all, "at", undefined),
    ...spoil(all.slice(10, 11), "owner", { id: 5 }),
  ];
}

/** A year of months by name, and some names of one's own. */
export function reports(): readonly string[] {
  return Array.from({ length: 8 }, (_, index) => {
    const months = Array.from({ length: 12 }, (__, month) => [
      `${String(2020 + index)}-${String(month + 1).padStart(2, "0")}`,
      month * index,
    ]);
    const own = Array.from({ length: 1 + (index % 3) }, (__, name) => [`x-note-${String(name)}`, "as counted"]);
    return JSON.stringify({ host: `host-${String(index)}`, ...Object.fromEntries([...months, ...own]) });
  });
}

export function spoiltReports(): readonly string[] {
  const all = reports();
  return [
    ...spoil(all, "host", undefined),
    ...spoil(all, "2020-1", 1),
    ...spoil(all, "2031-01", -1),
    ...spoil(all, "2031-01", 1.5),
    ...spoil(all, "x-more", 1),
    ...spoil(all, "more", "x"),
  ];
}

const point = { x: 3, y: 4 };

/** The ten kinds in turn. */
export function shapes(): readonly string[] {
  const kinds: readonly object[] = [
    { centre: point, radius: 5 },
    { centre: point, radiusX: 5, radiusY: 6 },
    { corner: point, side: 7 },
    { corner: point, width: 7, height: 8 },
    { from: point, to: { x: 5, y: 6 } },
    { points: [point, { x: 5, y: 6 }, { x: 7, y: 8 }], open: true },
    { at: point, text: "here", size: 12 },
    { at: point, href: "https://example.com/a.png" },
    { members: ["a", "b", "c"], name: "group" },
    { centre: point, radius: 5, start: 0, end: 90 },
  ];
  return Array.from({ length: 32 }, (_, index) => JSON.stringify(kinds[index % kinds.length]));
}

export function spoiltShapes(): readonly string[] {
  const all = shapes().slice(0, 10);
  return [...spoil(all, "other", 1), ...spoil(all.slice(0, 2), "centre", 5), ...spoil(all.slice(2, 4), "corner", { x: 1 }), "{}", "5"];
}

/** Requests to pay, by eight methods. */
export function payments(): readonly string[] {
  const address = { city: "Amsterdam", country: "NL", houseNumberOrName: "6-50", postalCode: "1011 DJ", street: "Simon Carmiggeltstraat" };
  const methods: readonly object[] = [
    {
      type: "scheme",
      number: "4111111111111111",
      expiryMonth: "03",
      expiryYear: "2030",
      cvc: "737",
      holderName: "J. Smith",
      brand: "visa",
    },
    { type: "ideal", issuer: "1121" },
    { type: "klarna", billingAddress: "same" },
    { type: "sepadirectdebit", iban: "NL13TEST0123456789", ownerName: "A. Schneider" },
    { type: "paypal", subtype: "redirect", orderID: "EC-42N19135GM6949000" },
    { googlePayToken: "=".repeat(40), checkoutAttemptId: "a1" },
    { type: "wechatpay" },
    { type: "ach_plaid", storedPaymentMethodId: "7219687191761347", ownerName: "J. Smith" },
  ];
  return methods.map((paymentMethod, index) =>
    JSON.stringify({
      amount: { currency: "EUR", value: 1000 + index },
      merchantAccount: "TestMerchant",
      reference: `order-${String(index)}`,
      returnUrl: "https://example.com/checkout",
      paymentMethod,
      billingAddress: address,
      deliveryAddress: { ...address, city: "Utrecht" },
      channel: "Web",
      countryCode: "NL",
      lineItems: [
        { id: "a", description: "Shoes", quantity: 1, amountIncludingTax: 331, taxPercentage: 2100 },
        { id: "b", description: "Socks", quantity: 2, amountIncludingTax: 248, taxPercentage: 2100 },
      ],
      metadata: { campaign: "autumn", cart: String(index) },
      shopperReference: "shopper-42",
      storePaymentMethod: false,
    }),
  );
}

export function spoiltPayments(): readonly string[] {
  const all = payments();
  return [
    ...spoil(all, "amount", { currency: "EURO", value: 1 }),
    ...spoil(all, "reference", undefined),
    ...spoil(all, "billingAddress", {}),
    ...spoil(all, "lineItems", [{ quantity: -1 }]),
    ...[
      { type: "unknown" },
      { type: "scheme", cvc: "" },
      { type: "scheme", iban: "x" },
      { type: "ideal", issuer: 5 },
      { storedPaymentMethodId: "7219687191761347" },
      {},
      { type: "klarna", other: 1 },
      { type: "sepadirectdebit", iban: "x" },
      "scheme",
    ].flatMap((paymentMethod) => spoil(all.slice(0, 1), "paymentMethod", paymentMethod)),
  ];
}
