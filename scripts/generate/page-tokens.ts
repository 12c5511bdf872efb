// web/ui/tokens.generated.css: the colors of the server-rendered pages, for the pages built with Vite.
import { pageTokens } from '../../src/http/page-tokens.ts';

export async function generatePageTokens(): Promise<string> {
  return `/* Made by \`npm run generate\` from src/http/page-tokens.ts. Do not edit. */\n${pageTokens}\n`;
}
