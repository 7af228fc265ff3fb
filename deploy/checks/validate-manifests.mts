// A module of its own because kubernetes-models can only be imported.
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import commandLine from '../../tools/dev/command-line/command-line.cjs';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string };
}

type Validate = (this: object) => void;
type Models = Readonly<
  Record<string, (new (data: object) => object) & { readonly prototype: { readonly validate: Validate } }>
>;

/** Where the models of an API group are: `apps/v1`, `v1`, `keda.sh/v1alpha1`. */
const modelsOf = (apiVersion: string): Promise<Models> =>
  (apiVersion.startsWith('keda.sh/')
    ? import(`@kubernetes-models/keda/${apiVersion}`)
    : import(`kubernetes-models/${apiVersion}`)) as Promise<Models>;

async function problemsOf(manifest: Manifest): Promise<readonly string[]> {
  const where = `${manifest.kind} ${manifest.metadata?.name ?? '(no name)'}`;
  const models = await modelsOf(manifest.apiVersion).catch(() => ({}) as Models);
  const model = models[manifest.kind];
  if (!model) return [`${where}: ${manifest.apiVersion} knows no ${manifest.kind}`];
  const read = new Set<string>();
  try {
    model.prototype.validate.call(recording(manifest, '', read));
  } catch (error) {
    return [`${where}: ${(error as Error).message}`];
  }
  return pathsIn(manifest, '')
    .filter((path) => !read.has(path))
    .map((path) => `${where}: ${path} is no field of it`);
}

/**
 * The models do not refuse an unknown field, but a validator reads every field it knows: a field that it never read is
 * unknown.
 */
function recording(value: object, path: string, read: Set<string>): object {
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol') return inner;
      const here = `${path}/${key}`;
      read.add(here);
      return typeof inner === 'object' && inner !== null ? recording(inner, here, read) : inner;
    },
  });
}

const pathsIn = (value: unknown, path: string): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [`${path}/${key}`, ...pathsIn(inner, `${path}/${key}`)]);

commandLine.takeArguments('validate-manifests');
const manifests = parseAllDocuments(await text(process.stdin)).map((document) => document.toJS() as Manifest);
const problems = (await Promise.all(manifests.map(problemsOf))).flat();
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
