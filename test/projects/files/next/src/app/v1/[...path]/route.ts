import { service } from "@/service";

const handle = (request: Request) => service.fetch(request);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
