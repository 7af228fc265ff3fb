import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactSchemas } from '@arbiter/contracts';
import { asyncApiDocument } from './asyncapi/document';
import { codesPage } from './codes-page';
import { decisionsPage } from './decisions-page';
import { dashboard } from './dashboard/dashboard';
import { eventsPage } from './events-page';
import { flowPage, withFlowPicture } from './flow-page';
import { json, type GeneratedFile } from './generated-file';
import { natsPermissions } from './nats-permissions';
import { scalers } from './scalers';

/** Folders that hold nothing but generated files, so that one too many is noticed. */
export const OWNED_FOLDERS = ['docs/artifacts', 'k8s/base/scaling', 'deploy/grafana/dashboards'] as const;

/** Everything that is written from the code, for the project in `root`. */
export function generatedFiles(root: string): readonly GeneratedFile[] {
  return [
    { path: 'docs/asyncapi.json', text: json(asyncApiDocument(versionOf(root))) },
    { path: 'docs/flow.md', text: flowPage() },
    { path: 'docs/events.md', text: eventsPage() },
    { path: 'docs/codes.md', text: codesPage() },
    { path: 'docs/decisions/README.md', text: decisionsPage(root) },
    ...Object.entries(artifactSchemas()).map(([file, schema]) => ({
      path: `docs/artifacts/${file.replace(/\.yaml$/, '')}.schema.json`,
      text: json(schema),
    })),
    { path: 'deploy/nats/permissions.conf', text: natsPermissions() },
    { path: 'deploy/grafana/dashboards/arbiter.json', text: json(dashboard()) },
    ...scalers(),
    ...readme(root),
  ];
}

const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

function readme(root: string): readonly GeneratedFile[] {
  const file = join(root, 'README.md');
  const text = existsSync(file) ? withFlowPicture(readFileSync(file, 'utf8')) : null;
  return text === null ? [] : [{ path: 'README.md', text }];
}
