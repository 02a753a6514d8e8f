import { Tabs } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { AddResource } from "#features/resources/add-resource.tsx";
import { ConnectedResources } from "#features/resources/connected-resources.tsx";
import { DemoServer } from "#features/resources/demo-server.tsx";
import { PageHeader } from "#ui/page-header.tsx";

const ADD_TAB = "add";

/** The servers that a person has connected, and how to connect another. */
export function ResourcesPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === ADD_TAB ? ADD_TAB : "connected";
  const choose = (next: string | null) =>
    setSearch(next === ADD_TAB ? { tab: ADD_TAB } : {}, { replace: true });
  return (
    <>
      <PageHeader title="Resources" />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="connected">Connected Resources</Tabs.Tab>
          <Tabs.Tab value={ADD_TAB}>Add Resource</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="connected">
          <ConnectedResources onAdd={() => choose(ADD_TAB)} />
          <DemoServer />
        </Tabs.Panel>
        <Tabs.Panel value={ADD_TAB}>
          <AddResource />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
