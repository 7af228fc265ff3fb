import type { ArtifactBundle } from '@arbiter/contracts';
import { checkArgumentSchema } from './argument-schema';
import { oneOf, type Check, type Report } from './check';

/** A template's arguments are closed, and its scope names capabilities that exist (CP-01, CP-02). */
export const checkTemplates: Check = (bundle, report) => {
  bundle.templates.forEach(({ args, scope }, index) => {
    checkArgumentSchema(report, 'templates.yaml', [index, 'args'], args);
    checkScope(bundle, scope.allowed, index, report);
  });
};

function checkScope(
  bundle: ArtifactBundle,
  allowed: Readonly<Record<string, readonly string[]>>,
  index: number,
  report: Report,
): void {
  for (const [extension, capabilities] of Object.entries(allowed)) {
    const path = [index, 'scope', 'allowed', extension];
    if (!bundle.extensions.some((known) => known.extension === extension)) {
      report(
        'templates.yaml',
        path,
        `there is no extension "${extension}"`,
        oneOf(bundle.extensions.map(({ extension }) => extension)),
      );
      continue;
    }
    const offered = new Set(
      bundle.tools.filter((tool) => tool.extension === extension).map(({ capability }) => capability),
    );
    capabilities.forEach((capability, position) => {
      if (!offered.has(capability))
        report(
          'templates.yaml',
          [...path, position],
          `no tool of "${extension}" has the capability "${capability}"`,
          oneOf(offered),
        );
    });
  }
}
