import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPackagesFolder } from '../folder/data-folder';
import { unpackedPackage } from '../sources/debian';
import { folderOnPath, libraryEnvironment } from '../sources/program';

export interface Chromium {
  readonly executable: string;
  /** the environment it needs: nothing of ours */
  readonly environment: NodeJS.ProcessEnv;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const BINARY = 'usr/lib/chromium/chromium';
/** The browser's data, and a font for machines that have none. */
const COMPANIONS = ['chromium-common', 'fonts-dejavu-core'];

/** The flags with which it speaks to no host but that of its page. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
] as const;

/**
 * `ARBITER_CHROMIUM`, else one on PATH, else Debian's, unpacked and not installed. Throws an Error with the reason when
 * there is none.
 */
export async function findChromium(
  fetching: (text: string) => void = () => undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Chromium> {
  const given = environment.ARBITER_CHROMIUM;
  if (given) {
    if (!existsSync(given)) throw new Error(`ARBITER_CHROMIUM is ${given}, where there is nothing; name an executable`);
    return { executable: given, environment: libraryEnvironment(undefined) };
  }
  return onPath(environment) ?? debian(environment, fetching);
}

function onPath(environment: NodeJS.ProcessEnv): Chromium | null {
  for (const name of NAMES) {
    try {
      return { executable: join(folderOnPath([name], environment), name), environment: libraryEnvironment(undefined) };
    } catch {
      // The next name.
    }
  }
  return null;
}

async function debian(environment: NodeJS.ProcessEnv, fetching: (text: string) => void): Promise<Chromium> {
  const { root, libraryPath } = await unpackedPackage(
    defaultPackagesFolder(environment),
    'chromium',
    [BINARY],
    fetching,
    COMPANIONS,
  );
  return {
    executable: join(root, BINARY),
    environment: { ...libraryEnvironment(libraryPath), FONTCONFIG_FILE: fontsOf(root) },
  };
}

/**
 * The machine's fonts and those that were unpacked; a page that asks for no family in particular gets one without
 * serifs.
 */
function fontsOf(root: string): string {
  const file = join(root, 'fonts.conf');
  const folders = ['/usr/share/fonts', join(root, 'usr/share/fonts')].map((folder) => `<dir>${folder}</dir>`).join('');
  const families = ['sans-serif', 'system-ui', 'ui-sans-serif']
    .map((family) => `<alias><family>${family}</family><prefer><family>DejaVu Sans</family></prefer></alias>`)
    .join('');
  const text = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}${families}<cachedir>${join(root, 'fonts-cache')}</cachedir></fontconfig>\n`;
  if (!existsSync(file)) writeFileSync(file, text);
  return file;
}
