import 'reflect-metadata';
import { Get, RequestMethod, type Type } from '@nestjs/common';
import addFormats from 'ajv-formats';
import Ajv from 'ajv/dist/2020';
import { AppModule } from '../app.module';
import { ChannelName, acceptedRun } from '@arbiter/contracts';
import { openApiDocument } from './openapi';
import { Operation } from './operation';
import { routesOf } from './routes';

interface Document {
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, object>; parameters?: { in: string; name: string; schema: object }[] }>
  >;
  readonly components: { readonly schemas: Record<string, object> };
}

/** What the controllers' decorators say, as `get /api/runs/{id}`. */
function routes(): readonly string[] {
  const controllers = Reflect.getMetadata('controllers', AppModule) as Type[];
  return controllers.flatMap((controller) => {
    const base = Reflect.getMetadata('path', controller) as string;
    return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
      const handler = (controller.prototype as Record<string, object>)[name]!;
      const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const path = `/${base}/${Reflect.getMetadata('path', handler) as string}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1')
        .replace(/:(\w+)/g, '{$1}');
      return [`${RequestMethod[method].toLowerCase()} ${path}`];
    });
  });
}

describe('the OpenAPI document', () => {
  const document = JSON.parse(
    JSON.stringify(openApiDocument(routesOf(Reflect.getMetadata('controllers', AppModule) as Type[]))),
  ) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method} ${path}`, path, operation })),
  );

  it('describes every route there is and no other', () => {
    expect(operations.map(({ route }) => route).toSorted()).toEqual(routes().toSorted());
  });

  it('is not made of a route that is not described, nor of a description without a route', () => {
    class Undescribed {
      show(): void {}
    }
    Get('shown')(Undescribed.prototype, 'show', Object.getOwnPropertyDescriptor(Undescribed.prototype, 'show')!);
    expect(() => routesOf([Undescribed])).toThrow('Undescribed.show is a route without an @Operation');
    class Routeless {
      show(): void {}
    }
    const says = Operation({ summary: 'Nothing.', answers: [] });
    says(Routeless.prototype, 'show', Object.getOwnPropertyDescriptor(Routeless.prototype, 'show')!);
    expect(() => routesOf([Routeless])).toThrow('Routeless.show has an @Operation and is no route');
  });

  it('declares every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('describes a parameter by the schema that checks it', () => {
    const schemaOf = (route: string, wanted: string) =>
      operations.find((one) => one.route === route)!.operation.parameters!.find(({ name }) => name === wanted)!.schema;
    expect(schemaOf('get /api/links/{channel}/{userId}', 'channel')).toEqual(JSON.parse(JSON.stringify(ChannelName)));
    expect(schemaOf('get /api/links', 'code')).toEqual({ type: 'string' });
  });

  it('has one schema for a thing, to which others refer', () => {
    const { SessionPage, ApprovalPage } = document.components.schemas;
    expect(SessionPage).toMatchObject({
      properties: { runs: { items: { $ref: '#/components/schemas/Run' } } },
    });
    expect(ApprovalPage).toMatchObject({
      properties: { approvals: { items: { $ref: '#/components/schemas/Approval' } } },
    });
  });

  it('has schemas that compile and accept what is answered', () => {
    const ajv = addFormats(new Ajv({ strict: false }));
    ajv.addSchema({ $id: 'https://arbiter.test/openapi', components: document.components });
    for (const name of Object.keys(document.components.schemas))
      ajv.compile({ $ref: `https://arbiter.test/openapi#/components/schemas/${name}` });
    const isRun = ajv.compile({ $ref: 'https://arbiter.test/openapi#/components/schemas/Run' });
    expect(isRun(acceptedRun('6c84fb90-12c4-81e1-840d-7b25c5ee775a', 's'))).toBe(true);
    expect(isRun({ ...acceptedRun('6c84fb90-12c4-81e1-840d-7b25c5ee775a', 's'), colour: 'red' })).toBe(false);
  });

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name!,
    );
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });
});
