import { Tabs } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { PageHeader } from "../../components/page-header.tsx";
import { AddResource } from "./add-resource.tsx";
import { ConnectedResources } from "./connected-resources.tsx";
import { DemoServer } from "./demo-server.tsx";

const ADD = "add";

/** The servers that a person has connected, and how to connect another. */
export function ResourcesPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === ADD ? ADD : "connected";
  const choose = (next: string | null) => setSearch(next === ADD ? { tab: ADD } : {}, { replace: true });
  return (
    <>
      <PageHeader title="Resources" />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="connected">Connected Resources</Tabs.Tab>
          <Tabs.Tab value={ADD}>Add Resource</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="connected">
          <ConnectedResources onAdd={() => choose(ADD)} />
          <DemoServer />
        </Tabs.Panel>
        <Tabs.Panel value={ADD}>
          <AddResource />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
