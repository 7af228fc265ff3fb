import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OWNED_FOLDERS, generatedFiles } from './generated-files';
import { flowPage, withFlowPicture } from './flow-page';
import { staleFiles } from './stale-files';

const ROOT = resolve(__dirname, '../../../..');

describe('generated files', () => {
  test('are what the code says: run `npm run generate` when this fails', () => {
    expect(staleFiles(ROOT, generatedFiles(ROOT), OWNED_FOLDERS)).toEqual([]);
  });

  test('are noticed when missing, changed or left over', () => {
    const root = mkdtempSync(join(tmpdir(), 'arbiter-generate-'));
    try {
      cpSync(join(ROOT, 'k8s/base/scaling'), join(root, 'owned'), { recursive: true });
      writeFileSync(join(root, 'owned/router.yaml'), 'something else');
      const files = [
        { path: 'owned/router.yaml', text: 'as written' },
        { path: 'owned/new.yaml', text: 'new' },
      ];
      const stale = staleFiles(root, files, ['owned']);
      expect(stale).toEqual(
        expect.arrayContaining([
          'owned/router.yaml: differs from the code',
          'owned/new.yaml: missing',
          'owned/planner.yaml: nothing writes it any more',
        ]),
      );
      expect(stale).not.toContain('owned/new.yaml: nothing writes it any more');
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('the picture of the flow', () => {
  test('replaces what stands between its markers and nothing else', () => {
    const text = withFlowPicture('before\n<!-- flow:begin -->\nold\n<!-- flow:end -->\nafter\n')!;
    expect(text).toMatch(/^before\n<!-- flow:begin -->\n```mermaid\n/);
    expect(text).toMatch(/```\n<!-- flow:end -->\nafter\n$/);
    expect(text).not.toContain('old');
    expect(withFlowPicture(text)).toBe(text);
  });

  test('is left out without markers and refused with one of them', () => {
    expect(withFlowPicture('no markers')).toBeNull();
    expect(() => withFlowPicture('<!-- flow:begin -->')).toThrow('<!-- flow:end -->');
  });

  test('shows which service hands which event to which', () => {
    const received = ['turn.received', 'run.submitted', 'playbook.submitted', 'approval.received', 'resume.received'];
    expect(flowPage()).toContain(`  ingress -->|${received.join('<br/>')}| router\n`);
    expect(flowPage()).toContain('  router -.->|ask.intent| provider_gateway\n');
    expect(flowPage()).toContain('  executor -->|ui| ingress\n');
  });
});
