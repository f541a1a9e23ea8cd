'use strict';
// Steps through the moments. Everything was drawn and worded before: this marks cells, and chooses texts.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const find = id => document.getElementById(id);
  const threads = data.shape[0] * data.shape[1] * data.shape[2];
  let moment = 0, thread = data.thread;

  // Cells by element, for each panel.
  const cells = svg => {
    const found = new Map();
    for (const cell of svg.querySelectorAll('[data-e]')) found.set(Number(cell.dataset.e), cell);
    return found;
  };
  const panels = data.arrays.map((_, i) => cells(find('array' + i)));
  const threadCells = cells(find('threads'));

  const threadName = t => {
    const x = t % data.shape[0], y = Math.floor(t / data.shape[0]) % data.shape[1], z = Math.floor(t / data.shape[0] / data.shape[1]);
    return data.shape[2] > 1 ? `(${x},${y},${z})` : `(${x},${y})`;
  };
  const elementName = (array, flat) => {
    const { name, shape } = data.arrays[array];
    let subscripts = '';
    for (let d = shape.length - 1; d > 0; --d) {
      subscripts = `[${flat % shape[d]}]` + subscripts;
      flat = Math.floor(flat / shape[d]);
    }
    return `${name || '?'}[${flat}]${subscripts}`;
  };
  const number = value => String(Math.round(value * 1e4) / 1e4);

  const mark = (panel, touch, word) => {
    for (let e = touch[1]; e < touch[1] + touch[2]; ++e) panel.get(e)?.classList.add(word);
  };

  // Above its neighbours, which would hide half of its outline.
  const outline = (cell, word) => {
    if (!cell) return;
    cell.classList.add(word);
    cell.parentNode.append(cell);
  };

  const draw = () => {
    for (const panel of [...panels, threadCells])
      for (const cell of panel.values()) cell.classList.remove('read', 'stored', 'blank', 'had', 'kept', 'mine', 'race');
    for (let m = 0; m < moment; ++m)
      for (const part of data.moments[m].parts)
        if (part.stores) for (const touch of part.touches) mark(panels[part.array], touch, 'had');
    for (const part of data.moments[moment].parts)
      for (const touch of part.touches) {
        const word = part.stores ? 'stored' : 'read';
        mark(panels[part.array], touch, touch[4] ? 'blank' : word);
        if (touch[5] >= 0) mark(panels[part.array], touch, 'kept');
        threadCells.get(touch[0])?.classList.add(word);
      }
    for (const part of data.moments[moment].parts)
      for (const touch of part.touches)
        if (touch[0] === thread)
          for (let e = touch[1]; e < touch[1] + touch[2]; ++e) outline(panels[part.array].get(e), 'mine');
    outline(threadCells.get(thread), 'mine');
    for (const output of data.outputs) outline(panels[output].get(data.wrong), 'race');
    if (data.race) {
      outline(panels[data.race.array].get(data.race.element), 'race');
      for (const racer of data.race.threads) outline(threadCells.get(racer), 'race');
    }
  };

  const kept = at => {
    const { line, round, rounds } = data.moments[at];
    return `kept from an earlier round: stored in line ${line}` + (rounds > 0 ? `, round ${round} of ${rounds}` : '');
  };

  const does = () => {
    const done = [];
    for (const part of data.moments[moment].parts)
      for (const touch of part.touches) {
        if (touch[0] !== thread) continue;
        const name = elementName(part.array, touch[1]) + (touch[2] > 1 ? ` and the ${touch[2] - 1} after it` : '');
        if (data.arrays[part.array].lanes) done.push(`takes the value of thread ${threadName(touch[1])}`);
        else if (touch[5] >= 0) done.push(`loads ${name} = ${number(touch[3])}, ${kept(touch[5])}`);
        else done.push(part.stores ? `stores to ${name}` : `loads ${name} = ${number(touch[3])}`);
      }
    if (data.moments[moment].parts.length === 0) return `thread ${threadName(thread)} waits at the barrier, or has left`;
    return `thread ${threadName(thread)} ` + (done.length > 0 ? done.join(', ') : 'does nothing here');
  };

  const requests = () => {
    const box = find('requests');
    box.replaceChildren();
    for (const part of data.moments[moment].parts) {
      const [text, drawing] = part.warps[Math.floor(thread / 32)] || [];
      if (text === undefined || data.texts[text] === '') continue;
      const sentence = document.createElement('p');
      sentence.textContent = data.texts[text];
      const drawn = document.createElement('div');
      drawn.innerHTML = data.drawings[drawing];
      box.append(sentence, drawn);
    }
  };

  const update = () => {
    draw();
    const now = data.moments[moment];
    find('count').textContent = `${moment + 1} of ${data.moments.length}`;
    find('sentence').textContent = now.sentence;
    find('mine').textContent = does();
    requests();
    find('thread').value = thread;
    find('name').textContent = `${threadName(thread)}, warp ${Math.floor(thread / 32)}`;
    find('back').disabled = find('first').disabled = moment === 0;
    find('next').disabled = find('last').disabled = moment === data.moments.length - 1;
    for (const line of document.querySelectorAll('[data-line]')) line.classList.toggle('now', Number(line.dataset.line) === now.line);
    const line = document.querySelector('.code .now');
    if (line) line.parentElement.scrollTop = line.offsetTop - line.parentElement.offsetTop - 60;
    [...find('story').children].forEach((item, i) => {
      item.classList.toggle('now', i === moment);
      if (i === moment) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    location.replace(`#${moment + 1},${thread}`);
  };

  const goTo = to => { moment = Math.min(Math.max(to, 0), data.moments.length - 1); update(); };
  const follow = to => { thread = Math.min(Math.max(to, 0), threads - 1); update(); };

  find('first').onclick = () => goTo(0);
  find('last').onclick = () => goTo(data.moments.length - 1);
  find('back').onclick = () => goTo(moment - 1);
  find('next').onclick = () => goTo(moment + 1);
  find('thread').onchange = event => follow(Math.floor(Number(event.target.value)) || 0);
  find('threads').onclick = event => { if (event.target.dataset.e !== undefined) follow(Number(event.target.dataset.e)); };
  document.addEventListener('keydown', event => {
    if (event.target.tagName === 'INPUT' || event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = { ArrowLeft: () => goTo(moment - 1), ArrowRight: () => goTo(moment + 1), ArrowUp: () => follow(thread - 1),
                   ArrowDown: () => follow(thread + 1), Home: () => goTo(0), End: () => goTo(data.moments.length - 1) };
    const scrolls = event.target.closest('[tabindex]') && ['ArrowUp', 'ArrowDown'].includes(event.key);
    if (!(event.key in keys) || scrolls) return;
    event.preventDefault();
    keys[event.key]();
  });
  if (data.race) {
    data.race.moments.forEach((at, i) => {
      if (at < 0) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = `race: thread ${threadName(data.race.threads[i])}`;
      button.onclick = () => { thread = data.race.threads[i]; goTo(at); };
      find('race').append(button);
    });
  }
  const asked = location.hash.match(/^#(\d+),(\d+)$/);
  if (asked) thread = Math.min(Number(asked[2]), threads - 1);
  goTo(asked ? Number(asked[1]) - 1 : 0);
})();
