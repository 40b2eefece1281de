import type { RequestHandler } from "./$types";
import { service } from "$lib/service";

export const fallback: RequestHandler = ({ request }) => service.fetch(request);
