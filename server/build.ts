import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { build, type Plugin } from 'vite';
import { locations } from '../shared/locations.ts';
import { fromRoot } from './root.ts';

/** Name of the bundle → its source. Those that are not written yet are left out. */
const entries = {
  main: 'server/index.ts',
};

/** What finds files of its own beside its code, or runs only in a terminal, stays a package. */
const external = ['pino-pretty'];

/**
 * The entry proper. V8 keeps what it compiled beside the bundle (where it may write there), so that the
 * next start does not compile it again.
 */
const loader = `if (Number.parseInt(process.versions.node) < 24) {
  console.error('The server needs Node 24 or newer, this is ' + process.version + '. The project brings its own: node_modules/.bin/node.');
  process.exitCode = 1;
} else {
  const { enableCompileCache } = require('node:module');
  enableCompileCache({ directory: require('node:path').join(__dirname, '.cache'), portable: true });
  require('./main.js');
}
`;

/** Bodies are read as UTF-8 or Latin-1 alone: East Asian tables would be half of what Express brings along. */
const withoutCharacterTables: Plugin = {
  name: 'without-character-tables',
  load: (id) => (/\/iconv-lite\/encodings\/tables\/.*\.json$/.test(id) ? '[]' : null),
};

/** One character beyond Latin-1 would have V8 keep a bundle’s whole source at two bytes a character. */
const inLatin1: Plugin = {
  name: 'in-latin-1',
  generateBundle(_, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Names stay, for stack traces; the rest is smaller to read and to check against V8's cache. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Starts the bundle once and ends it in order, so that the first real start finds the cache filled.
 * It talks to nobody: the Supabase it is given is not there.
 */
async function fillCache(directory: string): Promise<void> {
  const env = {
    PORT: '0',
    LOG_LEVEL: 'debug',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'none',
    ENV_FILE: devNull,
  };
  const child = spawn(process.execPath, ['index.js'], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 20_000);
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('everything is loaded')) child.kill('SIGTERM');
  });
  const [code] = await exit;
  clearTimeout(giveUp);
  if (code !== 0) throw new Error(`The bundle does not run: it ended with ${code}.`);
}

const outDir = fromRoot(locations.server);

/** Each by itself: what two entries shared would lie in one of them, and loading it would start that. */
async function bundle(name: string, file: string): Promise<void> {
  await build({
    configFile: false,
    root: fromRoot('.'),
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external },
    plugins: [withoutCharacterTables, inLatin1],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: { [name]: fromRoot(file) },
        output: {
          format: 'cjs',
          minify,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
}

await rm(outDir, { recursive: true, force: true });
for (const [name, file] of Object.entries(entries)) {
  if (existsSync(fromRoot(file))) await bundle(name, file);
}
await writeFile(`${outDir}/index.js`, loader);
await writeFile(`${outDir}/package.json`, '{ "type": "commonjs" }\n');
// Without pages the server refuses to start; `npm run build` has made them by now.
if (existsSync(fromRoot(locations.pages))) await fillCache(outDir);
