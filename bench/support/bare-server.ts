// Minimal server that sends a stored text: Fastify and one prepared select, without authentication, rate limit and
// hooks. Runs as a child process with the connection options as its argument; sends its URL over IPC.
import Fastify from 'fastify';
import { Pool } from 'pg';

const pool = new Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 8 });
const app = Fastify();
app.get<{ Params: { id: string } }>('/bookings/:id', async (request, reply) => {
  const { rows } = await pool.query<{ wire: string }>({
    name: 'booking',
    text: 'select wire::text as wire from booking where id = $1',
    values: [request.params.id],
  });
  return reply.type('application/json').send(rows[0]?.wire);
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
