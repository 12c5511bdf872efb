// web/ui/tokens.generated.css: the colours of the server's own pages, for those that Vite builds.
import { pageTokens } from '../../src/http/page-tokens.ts';

export async function generatePageTokens(): Promise<string> {
  return `/* Made by \`npm run generate\` from src/http/page-tokens.ts. Do not edit. */\n${pageTokens}\n`;
}
