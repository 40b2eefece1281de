import { askForPets } from "./pets";
import { service } from "./service";

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/ask") return service.fetch(request);
    return Response.json(await askForPets(searchParams.get("url") ?? "", searchParams.get("key") ?? ""));
  },
} satisfies ExportedHandler<Env>;
