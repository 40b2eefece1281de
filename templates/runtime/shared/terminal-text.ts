/** Words of a description or a service that come to a terminal, without what could steer it or turn letters round. */
export const terminalText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
