// Folder of the installation: it contains package.json, migrations/, reference-data/ and dist/. This file and the bundle
// in dist/server are equally deep, so one relative path serves both.
export const projectRoot = new URL('../../', import.meta.url);
