import Nacre
import NacreRuntime

// The listings of `BackupAndRestore.md`.

func backUpShop(_ runtime: Runtime) async throws {
    let summary = try await runtime.backup(to: "shop-monday.nacre")
    print("copied \(summary.head) events in \(summary.bytes) bytes")
}
