import type { ArtifactBundle, CapabilityScope } from '@arbiter/contracts';
import { checkArgumentSchema } from './argument-schema';
import { oneOf, type Check, type ReportInside } from './check';

/** A template's arguments are closed, and its scope names capabilities that exist (CP-01, CP-02). */
export const checkTemplates: Check = (bundle, report) => {
  bundle.templates.forEach(({ args, scope }, index) => {
    checkArgumentSchema(report, 'templates.yaml', [index, 'args'], args);
    checkScope(bundle, scope, (path, reason, fix) => report('templates.yaml', [index, 'scope', ...path], reason, fix));
  });
};

/** CP-02: a scope names extensions that there are, and capabilities that a tool of theirs has. */
export function checkScope({ extensions, tools }: ArtifactBundle, scope: CapabilityScope, report: ReportInside): void {
  for (const [extension, capabilities] of Object.entries(scope.allowed)) {
    const path = ['allowed', extension];
    if (!extensions.some((known) => known.extension === extension)) {
      report(path, `there is no extension "${extension}"`, oneOf(extensions.map((known) => known.extension)));
      continue;
    }
    const offered = new Set(tools.filter((tool) => tool.extension === extension).map(({ capability }) => capability));
    capabilities.forEach((capability, position) => {
      if (!offered.has(capability))
        report([...path, position], `no tool of "${extension}" has the capability "${capability}"`, oneOf(offered));
    });
  }
}
