import { NestFactory } from "@nestjs/core";
import type { NextFunction, Request, Response } from "express";
import { AppModule } from "./app.module.js";
import { service } from "./service.js";

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path.startsWith("/v1/")) service.node(request, response);
    else next();
  });
  await app.listen(process.env.PORT ?? 3000);
}
await bootstrap();
