import type { ReadRejections } from "./extended-limit-headers.js";

/** Whether an answer is one of the declared rejections that its status and headers tell, and whether it is of all operations. */
export const rejectionHeaders: ReadRejections = ({ status, headers }, { rejections = [], globalHeader }) => {
  const isRejection = rejections.some(
    (each) => each.status === status && each.body === undefined && (each.header === undefined || headers.get(each.header) !== null),
  );
  const isGlobal = globalHeader !== undefined && !/^false$/i.test(headers.get(globalHeader) ?? "false");
  return { ...(isRejection && { isRejection }), ...(isGlobal && { isGlobal }) };
};
