/**
 * What has to be there for as long as something else is. Node listens to a signal only while its request, and each request that it was
 * copied from, is reachable. A body is read when nothing else references these any more.
 */
export const retainedBy: Pick<WeakMap<object, unknown>, "set"> = new WeakMap<object, unknown>();
