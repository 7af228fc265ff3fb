import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { terminal, type ArtifactBundle } from '@arbiter/contracts';
import type { Environment } from '@arbiter/models';
import { Type } from 'typebox';
import { rowsOf } from '../input';
import { CallRow, caseOf } from './calls';
import { evaluateProposals, type ProposalScore } from './evaluate-proposals';
import { goldenCases } from './golden';
import { sourceOf } from './source';
import { ValidationRow, evaluateValidation, type ValidationScore } from './validation';

type Score = ProposalScore | ValidationScore;

/** Evaluates a file, or each file of a folder under its name. */
export async function evaluateFiles(
  path: string,
  provider: string,
  artifacts: ArtifactBundle,
  environment: Environment,
  tell: (done: number) => void,
): Promise<Score | Readonly<Record<string, Score>>> {
  const files = filesOf(path);
  const scores: [string, Score][] = [];
  for (const file of files)
    scores.push([basename(file), await evaluateFile(file, provider, artifacts, environment, tell)]);
  return files[0] === path ? scores[0]![1] : Object.fromEntries(scores);
}

async function evaluateFile(
  file: string,
  provider: string,
  artifacts: ArtifactBundle,
  environment: Environment,
  tell: (done: number) => void,
): Promise<Score> {
  const rows = file.endsWith('.yaml') ? [] : await rowsOf(file, Type.Union([CallRow, ValidationRow]));
  const validations = rows.flatMap((row) => ('expect_valid' in row ? [row] : []));
  if (validations.length > 0) return evaluateValidation(validations);
  const calls = rows.flatMap((row) => ('expected_calls' in row ? (caseOf(row) ?? []) : []));
  const source = sourceOf(provider, artifacts.models, environment);
  try {
    return await evaluateProposals(file.endsWith('.yaml') ? goldenCases(file, artifacts) : calls, source, tell);
  } finally {
    await source.close();
  }
}

function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
  } catch (error) {
    throw terminal('unreadable_file', `${path} cannot be read (${(error as Error).message}); name a file or a folder`);
  }
  const files = readdirSync(path).filter((name) => /\.(?:jsonl|yaml)$/.test(name));
  if (files.length === 0)
    throw terminal('unreadable_file', `${path} holds no .jsonl and no .yaml file; name another one`);
  return files.toSorted().map((name) => join(path, name));
}
