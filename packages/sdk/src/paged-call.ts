// Paginated list: await it for one page, or iterate all items with `for await`.
import { ApiCall, type ApiResponse } from './api-call.ts';

export interface PageOf<Item> {
  readonly data: readonly Item[];
  /** URL of the next page; null on the last page. */
  readonly next: string | null;
  readonly previous: string | null;
}

export class PagedCall<Item, Page extends PageOf<Item>> extends ApiCall<Page> implements AsyncIterable<Item> {
  readonly #loadPage: (address: string) => ApiCall<Page>;

  constructor(response: Promise<ApiResponse<Page>>, loadPage: (address: string) => ApiCall<Page>) {
    super(response);
    this.#loadPage = loadPage;
  }

  /** All items from this page to the end of the list, in order. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** All items from the end of this page to the beginning of the list, in reverse order. */
  async *backwards(): AsyncGenerator<Item, void> {
    for await (const page of this.pages('previous')) yield* page.data.toReversed();
  }

  /** This page and all following or preceding pages. */
  async *pages(direction: 'next' | 'previous' = 'next'): AsyncGenerator<Page, void> {
    let page: Page = await this;
    yield page;
    for (let address = page[direction]; address !== null; address = page[direction]) {
      page = await this.#loadPage(address);
      yield page;
    }
  }
}
