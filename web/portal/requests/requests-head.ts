// Heading of the request log, also for sessions that may not read it.

export const requestsHead = { title: 'Requests', lead: 'Your API requests, newest first.' } as const;
