// Checkout page: calls the shop's own server, never Waybill.
const at = (id) => document.getElementById(id);
const money = (cents) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const pollMillis = 1_000;
let offer = null;
let number = '';

async function ask(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  const result = await response.json();
  if (!response.ok) throw new Error(result.message);
  return result;
}

/** Submit handler: disables the button while `act` runs and shows errors. */
function onSubmit(form, act) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    at('error').textContent = '';
    try {
      await act(new FormData(form));
    } catch (error) {
      at('error').textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
}

function windowChoice({ id, startsAt, endsAt }, index) {
  const format = (time, style) =>
    new Date(time).toLocaleString('en-US', { timeZone: offer.timeZone, ...style });
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'window',
    value: id,
    required: true,
    checked: index === 0,
  });
  const day = format(startsAt, { weekday: 'short', month: 'short', day: 'numeric' });
  const hours = [startsAt, endsAt].map((time) => format(time, { hour: 'numeric' })).join(' to ');
  label.append(input, `${day}, ${hours}`);
  return label;
}

onSubmit(at('where'), async (form) => {
  offer = await ask('/api/offers', { piece: form.get('piece'), address: form.get('address') });
  // One order number for all submissions: a repeated click does not book twice.
  number = `AB-${crypto.randomUUID().slice(0, 8)}`;
  at('price').textContent = `Delivery: ${money(offer.cents)} at most`;
  at('zone').textContent = `Times in ${offer.timeZone.replaceAll('_', ' ')}`;
  at('windows').replaceChildren(...offer.windows.map(windowChoice));
  at('when').hidden = false;
  at('name').focus();
});

onSubmit(at('when'), async (form) => {
  const order = await ask('/api/orders', {
    number,
    quoteId: offer.quoteId,
    windowId: form.get('window'),
    name: form.get('name'),
    phone: form.get('phone'),
  });
  for (const id of ['where', 'when']) at(id).hidden = true;
  at('done').hidden = false;
  at('code').textContent = order.code;
  at('track').href = order.trackingUrl;
  await follow(order);
});

async function follow(order) {
  const labels = { created: 'Order received.', completed: 'Delivered.', cancelled: 'Cancelled.' };
  const eta = order.eta
    ? ` Next stop at ${new Date(order.eta).toLocaleTimeString('en-US', { timeStyle: 'short' })}.`
    : '';
  at('state').textContent = labels[order.state] ?? `The crew is on its way.${eta}`;
  at('progress').max = order.stops;
  at('progress').value = order.done;
  if (order.state === 'completed' || order.state === 'cancelled') return;
  await new Promise((resolve) => setTimeout(resolve, pollMillis));
  await follow(await ask(`/api/orders/${order.id}`));
}

for (const { id, name, cents } of await ask('/api/pieces'))
  at('piece').append(new Option(`${name}, ${money(cents)}`, id));
