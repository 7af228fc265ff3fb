import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  ARTIFACT_FILES,
  OPTIONAL_FILES,
  isTranslationFile,
  translationFile,
  type ArtifactBundle,
  type ArtifactFile,
  type ActivePlaybook,
  type PlaybookFile,
  type TranslationFile,
} from '@arbiter/contracts';
import { ArtifactError, type ArtifactProblem } from './artifact-error';
import { ArtifactSource, type Path } from './artifact-source';
import { CHECKS } from './checks';
import type { Report } from './checks/check';
import { readPlaybooks } from './read-playbooks';
import { shapeProblems } from './shape-problems';

const NAMES = Object.keys(ARTIFACT_FILES) as ArtifactFile[];
type OptionalFile = 'agents.yaml' | 'context.yaml' | 'playbooks.yaml' | 'metrics.yaml';
type Sources = Record<Exclude<ArtifactFile, OptionalFile>, ArtifactSource> & {
  readonly [File in OptionalFile]?: ArtifactSource;
} & { readonly [translation: TranslationFile]: ArtifactSource } & { readonly [playbook: PlaybookFile]: ArtifactSource };

/**
 * Reads a tenant's folder; the folder's name is the tenant's name. The playbooks that it switches on are read from
 * another, `playbooks`, which is beside that of all tenants. Throws an ArtifactError that lists every problem with its
 * file, line, reason and fix: first those of syntax and shape, and once these are right, those between the artifacts.
 */
export function loadTenant(folder: string, playbooks = resolve(folder, '../../playbooks')): ArtifactBundle {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const translations = files.filter(isTranslationFile);
  const names = NAMES.filter((name) => files.includes(name) || !OPTIONAL_FILES.includes(name));
  const own = Object.fromEntries(
    [...names, ...translations].map((name) => [name, new ArtifactSource(join(folder, name))]),
  ) as Sources;
  const problems = [
    ...folderProblems(folder, files),
    ...names.flatMap((name) => readingProblems(name, own[name]!)),
    ...translations.flatMap((name) => translationProblems(name, own[name]!)),
  ];
  if (problems.length > 0) throw new ArtifactError(problems);
  const read = readPlaybooks(playbooks, own['playbooks.yaml']);
  if (read.problems.length > 0) throw new ArtifactError(read.problems);

  const sources: Sources = { ...own, ...read.sources };
  const bundle = bundleOf(basename(resolve(folder)), own, translations, read.active);
  const report: Report = (name, path, reason, fix, other) => {
    const source = sources[name]!;
    const problem = source.problem(path, `${reason}${other ? placeOf(sources, name, ...other) : ''}`, fix);
    // A sentence used in three places is wrong once.
    if (!problems.some((known) => isDeepStrictEqual(known, problem))) problems.push(problem);
  };
  for (const check of CHECKS) check(bundle, report);
  if (problems.length > 0) throw new ArtifactError(problems);
  return bundle;
}

/** The other place of a mistake, for people. */
function placeOf(sources: Sources, from: keyof Sources, file: keyof Sources, path: Path): string {
  const line = sources[file]!.lineOf(path);
  return file === from ? ` (line ${line})` : ` (${file}, line ${line})`;
}

const readingProblems = (name: ArtifactFile, source: ArtifactSource): readonly ArtifactProblem[] =>
  source.problems.length > 0 ? source.problems : shapeProblems(name, source);

/** The language is named twice: a file that was copied and not finished would otherwise speak for another language. */
function translationProblems(name: TranslationFile, source: ArtifactSource): readonly ArtifactProblem[] {
  const problems = readingProblems('copy.yaml', source);
  if (problems.length > 0) return problems;
  const { locale } = source.value as ArtifactBundle['copy'];
  return name === translationFile(locale)
    ? []
    : [
        source.problem(
          ['locale'],
          `this file holds "${locale}"`,
          `name it ${translationFile(locale)} or correct \`locale\``,
        ),
      ];
}

function folderProblems(folder: string, files: readonly string[]): ArtifactProblem[] {
  const at = (file: string, reason: string, fix: string): ArtifactProblem => ({ file, line: 1, reason, fix });
  const tenant = basename(resolve(folder));
  const misnamed = /^[a-z][a-z0-9]*$/.test(tenant)
    ? []
    : [at(folder, `"${tenant}" cannot be a tenant's name`, 'name the folder with small letters and digits')];
  const unknown = files.filter(
    (file) => /\.ya?ml$/.test(file) && !(file in ARTIFACT_FILES) && !isTranslationFile(file),
  );
  return [
    ...misnamed,
    ...unknown.map((file) =>
      at(
        join(folder, file),
        'no artifact is read from this file',
        `remove it or use one of ${NAMES.join(', ')}, or copy.<locale>.yaml`,
      ),
    ),
  ];
}

/** Every part has just been checked against the schema its type comes from. */
function bundleOf(
  tenant: string,
  sources: Sources,
  translations: readonly TranslationFile[],
  playbooks: readonly ActivePlaybook[],
): ArtifactBundle {
  const { tools, extensions } = sources['tools.yaml'].value as Pick<ArtifactBundle, 'tools' | 'extensions'>;
  return {
    tenant,
    intents: sources['intents.yaml'].value as ArtifactBundle['intents'],
    templates: sources['templates.yaml'].value as ArtifactBundle['templates'],
    tools,
    extensions,
    policy: sources['policies.yaml'].value as ArtifactBundle['policy'],
    models: sources['models.yaml'].value as ArtifactBundle['models'],
    copy: sources['copy.yaml'].value as ArtifactBundle['copy'],
    translations: translations.map((name) => sources[name]!.value as ArtifactBundle['copy']),
    conversation: sources['conversation.yaml'].value as ArtifactBundle['conversation'],
    ...(sources['agents.yaml'] && { agents: sources['agents.yaml'].value as ArtifactBundle['agents'] }),
    ...(sources['context.yaml'] && { context: sources['context.yaml'].value as ArtifactBundle['context'] }),
    ...(playbooks.length > 0 && { playbooks: [...playbooks] }),
  };
}
