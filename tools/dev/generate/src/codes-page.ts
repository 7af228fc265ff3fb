import { OTHER_CODE, RUN_CODES, UNKNOWN_OUTCOME } from '@arbiter/domain';

/** docs/codes.md: every code a run can end with, and its sentence (ER-04). */
export function codesPage(): string {
  const rows = Object.entries(RUN_CODES).map(([code, { means, copy }]) => `| \`${code}\` | ${means} | \`${copy}\` |`);
  return `# Codes

Written by \`npm run generate\` from \`libs/domain/src/words/codes.ts\`. A run that went wrong has a stable code: in its header, in
\`rag.error\` and \`rag.done\`, in \`GET /api/runs/:id\` and in what an adapter gets. The sentence stands in the tenant's copy, in the person's
language. A template may have its own for a code (\`failureCopy\`). A code that only a tool knows gets \`${OTHER_CODE}\`; where it is
unknown whether an action took effect, every code gets \`${UNKNOWN_OUTCOME}\`.

| code | means | sentence |
|---|---|---|
${rows.join('\n')}
`;
}
