import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, Reflector } from '@nestjs/core';
import { FitsPipe } from '../http/fits';
import { Operation, type Description } from './operation';

/** A route of a controller with its description from `@Operation`. */
export interface DescribedRoute extends Description {
  readonly method: string;
  /** as OpenAPI writes it: `/api/runs/{id}` */
  readonly path: string;
  /** of the parameters that a pipe checks by a schema, by name */
  readonly checked: ReadonlyMap<string, object>;
}

/** What Nest keeps of an argument: the name of the parameter, and its pipes. */
interface Argument {
  readonly data?: unknown;
  readonly pipes: readonly unknown[];
}

const SCANNER = new MetadataScanner();
const REFLECTOR = new Reflector();

/** Throws an error that names the method: of a route that is not described, or of a description without a route. */
export function routesOf(controllers: readonly Type[]): readonly DescribedRoute[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Readonly<Record<string, () => unknown>>;
    return SCANNER.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = REFLECTOR.get<RequestMethod | undefined>(METHOD_METADATA, handler);
      const description = REFLECTOR.get(Operation, handler) as Description | undefined;
      if (method === undefined && description === undefined) return [];
      if (method === undefined) throw new Error(`${controller.name}.${name} has an @Operation and is no route`);
      if (description === undefined) throw new Error(`${controller.name}.${name} is a route without an @Operation`);
      const path = [controller, handler].map((part) => REFLECTOR.get<string>(PATH_METADATA, part)).join('/');
      const checked = checkedParameters(controller, name);
      return [{ ...description, method: RequestMethod[method].toLowerCase(), path: asDocumented(path), checked }];
    });
  });
}

const asDocumented = (path: string): string =>
  `/${path.split('/').filter(Boolean).join('/')}`.replaceAll(/:(\w+)/g, '{$1}');

function checkedParameters(controller: Type, method: string): ReadonlyMap<string, object> {
  const kept = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as Record<string, Argument> | undefined;
  return new Map(
    Object.values(kept ?? {}).flatMap(({ data, pipes }) => {
      const pipe = pipes.find((one) => one instanceof FitsPipe);
      return pipe && typeof data === 'string' ? [[data, pipe.schema] as const] : [];
    }),
  );
}
