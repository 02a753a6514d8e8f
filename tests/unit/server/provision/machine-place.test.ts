import {
  describeMissingPlace,
  isSamePlace,
  toAzurePlace,
  toCommandPlace,
} from "@understudy/server/provision/machine-place.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("places of machines");

const state = ["az", "vm", "show", "--name", "{name}"];
const stop = ["az", "vm", "delete", "--name", "{name}", "--password", "hidden"];

it("are the same for the same subscription and group, whatever their capitals", () => {
  const place = toAzurePlace({ subscription: "s-1", resourceGroup: "GPU" });
  assert.ok(isSamePlace(place, toAzurePlace({ subscription: "S-1", resourceGroup: "gpu" })));
  assert.not.ok(isSamePlace(place, toAzurePlace({ subscription: "s-2", resourceGroup: "GPU" })));
  assert.not.ok(isSamePlace(place, toAzurePlace({ subscription: "s-1", resourceGroup: "other" })));
});

it("are the same for the same commands that find and delete machines, and for no others", () => {
  const place = toCommandPlace({ state, stop });
  assert.ok(isSamePlace(place, toCommandPlace({ state, stop })));
  assert.not.ok(isSamePlace(place, toCommandPlace({ state, stop: [...stop, "--yes"] })));
  assert.not.ok(isSamePlace(place, toCommandPlace({ state: stop, stop: state })));
  assert.not.ok(isSamePlace(place, toAzurePlace({ subscription: "s-1", resourceGroup: "g" })));
});

it("that are not recorded, or not there yet, are none that a provider has", () => {
  const place = toCommandPlace({ state, stop });
  assert.not.ok(isSamePlace(null, place));
  assert.not.ok(isSamePlace({ provider: "unrecorded" }, { provider: "unrecorded" }));
});

it("are named by what an operator has to configure, without the words of a command", () => {
  assert.match(
    describeMissingPlace(toAzurePlace({ subscription: "s-1", resourceGroup: "gpu" })),
    /PROVISION=azure, PROVISION_AZURE_SUBSCRIPTION=s-1 and PROVISION_AZURE_RESOURCE_GROUP=gpu/,
  );
  const place = toCommandPlace({ state, stop });
  assert.match(describeMissingPlace(place), /PROVISION=command .*PROVISION_STOP begins with az/);
  assert.not.ok(JSON.stringify(place).includes("hidden"));
});
