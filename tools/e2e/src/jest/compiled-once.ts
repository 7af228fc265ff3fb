import { Script } from 'node:vm';
import Runtime from 'jest-runtime';

type Compiled = (...injected: readonly unknown[]) => unknown;

interface TransformOptions {
  readonly isInternalModule?: boolean;
}

/** What of Jest's runtime, version 30, is used beside its interface. */
interface Internals {
  readonly executor: {
    readonly injectedModuleParameters: readonly string[];
    readonly environment: { getVmContext(): object | null };
    compile(source: string, file: string): Compiled | null;
    dynamicImport(specifier: string, file: string, context: object, attributes: object, phase: unknown): unknown;
  };
  readonly transformCache: {
    readonly fileCache: { readFile(file: string): string };
    readonly transforms: Map<string, Transformed>;
    readonly sourceMaps: Map<string, string>;
    transform(file: string, options?: TransformOptions): string;
  };
}

interface Transformed {
  readonly code: string;
  readonly sourceMapPath?: string | null;
}

const scripts = new Map<string, { readonly source: string; readonly script: Script }>();
const transformed = new Map<string, { readonly source: string; readonly result: Transformed }>();
let running: Internals['executor'];

/**
 * Jest's runtime, with each module read in and compiled once a worker instead of once a test file: a third of the
 * processor time of the unit tests. A compiled script belongs to no context and runs anew in that of each test file, so
 * test files share machine code and nothing else.
 *
 * 1. A module whose source has changed is compiled anew.
 * 2. What a module imports while it runs is imported for the test file that runs now: a worker runs one at a time.
 * 3. What does not compile is left to Jest, which says where and why.
 */
export default class CompiledOnce extends Runtime {
  constructor(...parts: ConstructorParameters<typeof Runtime>) {
    super(...parts);
    const { executor, transformCache } = this as unknown as Internals;
    running = executor;
    compileOnce(executor);
    transformOnce(transformCache);
  }
}

function compileOnce(executor: Internals['executor']): void {
  const asJest = executor.compile.bind(executor);
  executor.compile = (source, file) => {
    const context = executor.environment.getVmContext();
    if (context === null) return null;
    try {
      return scriptOf(source, file, executor.injectedModuleParameters.join()).runInContext(context) as Compiled;
    } catch {
      return asJest(source, file);
    }
  };
}

function scriptOf(source: string, file: string, parameters: string): Script {
  const known = scripts.get(file);
  if (known?.source === source) return known.script;
  const head = `(function (${parameters}) {`;
  const script = new Script(`${head}${source}\n})`, {
    filename: file,
    columnOffset: -head.length,
    importModuleDynamically: ((specifier: string, _script: Script, attributes: object, phase: unknown) =>
      running.dynamicImport(specifier, file, running.environment.getVmContext()!, attributes, phase)) as never,
  });
  scripts.set(file, { source, script });
  return script;
}

function transformOnce(cache: Internals['transformCache']): void {
  const asJest = cache.transform.bind(cache);
  cache.transform = (file, options) => {
    const source = cache.fileCache.readFile(file);
    const known = transformed.get(file);
    if (options?.isInternalModule || known?.source !== source) {
      const code = asJest(file, options);
      const result = cache.transforms.get(file);
      if (result && !options?.isInternalModule) transformed.set(file, { source, result });
      return code;
    }
    const { code, sourceMapPath } = known.result;
    cache.transforms.set(file, known.result);
    if (sourceMapPath) cache.sourceMaps.set(file, sourceMapPath);
    return code;
  };
}
