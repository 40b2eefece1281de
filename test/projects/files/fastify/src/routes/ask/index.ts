import { type FastifyPluginAsync } from "fastify";
import { askForPets } from "../../pets";

const ask: FastifyPluginAsync = async (fastify): Promise<void> => {
  fastify.get("/", () => askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? ""));
};

export default ask;
