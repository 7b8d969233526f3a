import { useEffect, useState } from 'preact/hooks';
import { fetchNodes } from '../api/client';
import { Notice } from '../components/Notice';
import { useFetched } from '../state/live';
import { parseRoute, type Route } from '../state/route';
import { RunPage } from './RunPage';
import { RunsPage } from './RunsPage';

export function App() {
  const [route, setRoute] = useState<Route>(() => parseRoute(location.hash));
  const nodes = useFetched(fetchNodes, 'nodes', 10);

  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const online = nodes.value?.items.filter((node) => node.state === 'online').length ?? 0;
  return (
    <>
      <header>
        <img src="/busbar.svg" alt="" />
        <a href="#/">Busbar</a>
        <span class="nodes">
          {nodes.value ? `${online} of ${nodes.value.items.length} nodes online` : 'nodes unknown'}
        </span>
      </header>
      <main>
        {nodes.error && <Notice text={`The controller does not answer (${nodes.error}); trying again.`} />}
        <Page route={route} />
      </main>
    </>
  );
}

function Page(props: { route: Route }) {
  switch (props.route.page) {
    case 'runs': return <RunsPage />;
    case 'run': return <RunPage key={props.route.run} run={props.route.run} state={props.route.state} />;
    case 'unknown': return <Notice text={`There is no page ${props.route.path}. The list of runs is at the top left.`} />;
  }
}
