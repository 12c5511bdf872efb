// Version of the SDK in the User-Agent header; must equal the version in package.json.
export const sdkVersion = '0.1.0';
