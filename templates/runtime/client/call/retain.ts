/**
 * What has to be there for as long as something else is. Node hears a signal only while there is the request that it was given with, and while
 * there is each request that one is a copy of; a body is read when nobody else has these any more.
 */
export const retainedBy: Pick<WeakMap<object, unknown>, "set"> = new WeakMap<object, unknown>();
