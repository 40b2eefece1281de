/** A request to pay, by hand: the type of its method says what to look at, and without one what is there. */
type Values = Readonly<Record<string, unknown>>;

export function isPayment(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { amount, billingAddress, channel, countryCode, deliveryAddress, lineItems, merchantAccount, metadata } = value;
  if (!isObject(amount) || !Number.isSafeInteger(amount["value"])) return false;
  const { currency } = amount;
  if (typeof currency !== "string" || Array.from(currency).length !== 3) return false;
  if (billingAddress !== undefined && !isAddress(billingAddress)) return false;
  if (deliveryAddress !== undefined && !isAddress(deliveryAddress)) return false;
  if (channel !== undefined && channel !== "Android" && channel !== "iOS" && channel !== "Web") return false;
  if (countryCode !== undefined && !isShort(countryCode, 100)) return false;
  if (lineItems !== undefined && !(Array.isArray(lineItems) && lineItems.every(isLineItem))) return false;
  if (typeof merchantAccount !== "string") return false;
  if (metadata !== undefined) {
    if (!isObject(metadata)) return false;
    for (const name in metadata) if (typeof metadata[name] !== "string") return false;
  }
  const { paymentMethod, reference, returnUrl, shopperEmail, shopperReference, storePaymentMethod } = value;
  if (typeof reference !== "string" || !isShort(returnUrl, 1024) || !isOptionalText(shopperEmail)) return false;
  if (storePaymentMethod !== undefined && typeof storePaymentMethod !== "boolean") return false;
  if (shopperReference !== undefined && (!isShort(shopperReference, 256) || Array.from(shopperReference as string).length < 3))
    return false;
  return isObject(paymentMethod) && isMethod(paymentMethod);
}

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);
const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === "string";
const isShort = (value: unknown, longest: number): boolean =>
  typeof value === "string" && (value.length <= longest || Array.from(value).length <= longest);

function isAddress(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { city, country, houseNumberOrName, postalCode, stateOrProvince, street } = value;
  if (!isShort(city, 3000) || typeof country !== "string" || typeof houseNumberOrName !== "string") return false;
  return typeof postalCode === "string" && isOptionalText(stateOrProvince) && typeof street === "string";
}

function isLineItem(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { description, id, amountIncludingTax, quantity, taxPercentage } = value;
  if (!isOptionalText(description) || !isOptionalText(id)) return false;
  if (amountIncludingTax !== undefined && !Number.isInteger(amountIncludingTax)) return false;
  if (quantity !== undefined && (typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 0)) return false;
  return taxPercentage === undefined || Number.isInteger(taxPercentage);
}

interface Method {
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly required: readonly string[];
}

const method = (types: string, names: string, required = ""): Method => ({
  types: types.split(" "),
  names: `type checkoutAttemptId ${names}`.trim().split(" "),
  required: required === "" ? [] : required.split(" "),
});

const methods: readonly Method[] = [
  method("ach ach_plaid", "storedPaymentMethodId bankAccountNumber bankLocationId ownerName"),
  method("affirm", ""),
  method("afterpay_default clearpay", "storedPaymentMethodId billingAddress deliveryAddress", "type"),
  method("applepay", "storedPaymentMethodId applePayToken", "applePayToken"),
  method("blik", "storedPaymentMethodId blikCode"),
  method("scheme bcmc giftcard networkToken", "storedPaymentMethodId brand cvc number expiryMonth expiryYear holderName fundingSource"),
  method("eps onlineBanking_PL onlineBanking_SK", "storedPaymentMethodId issuer", "issuer type"),
  method("googlepay", "storedPaymentMethodId googlePayToken", "googlePayToken"),
  method("ideal", "storedPaymentMethodId issuer"),
  method("klarna klarna_account klarna_paynow", "storedPaymentMethodId billingAddress", "type"),
  method("paypal", "storedPaymentMethodId orderID payerID subtype", "type"),
  method("sepadirectdebit", "storedPaymentMethodId iban ownerName", "iban ownerName"),
  method("twint", "storedPaymentMethodId subtype"),
  method("vipps", "storedPaymentMethodId telephoneNumber", "telephoneNumber"),
  method("wechatpay wechatpay_pos", ""),
  method("zip zip_pos", "storedPaymentMethodId clickAndCollect"),
];

const byType: ReadonlyMap<unknown, Method> = new Map(methods.flatMap((one) => one.types.map((type) => [type, one] as const)));

function isMethod(value: Values): boolean {
  const { type } = value;
  if (type === undefined) return methods.filter((one) => fits(value, one)).length === 1;
  const only = byType.get(type);
  return only !== undefined && fits(value, only);
}

function fits(value: Values, { names, required }: Method): boolean {
  for (const name of required) if (value[name] === undefined) return false;
  for (const name in value) if (!names.includes(name) || !isMember(name, value[name])) return false;
  return true;
}

function isMember(name: string, member: unknown): boolean {
  if (typeof member !== "string") return false;
  switch (name) {
    case "storedPaymentMethodId":
      return isShort(member, 64);
    case "applePayToken":
    case "googlePayToken":
      return isShort(member, 10_000);
    case "number":
    case "holderName":
      return isShort(member, 15_000);
    case "cvc":
      return member !== "" && isShort(member, 20);
    case "fundingSource":
      return member === "credit" || member === "debit" || member === "prepaid";
    default:
      return true;
  }
}
