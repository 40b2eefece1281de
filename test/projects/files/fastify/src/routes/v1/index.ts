import { type FastifyPluginAsync } from "fastify";
import { service } from "../../service";

const petstore: FastifyPluginAsync = async (fastify): Promise<void> => {
  // Bodies are for the service to read.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("*", (_request, _payload, done) => done(null));
  fastify.all("/*", (request, reply) => {
    reply.hijack();
    service.node(request.raw, reply.raw);
  });
};

export default petstore;
