// Version of the command; must equal the version in package.json.
export const cliVersion = '0.1.0';
