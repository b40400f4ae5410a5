import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

// The listings in comments of `Sources/NacreRuntime/Features`.

func openShop(packing isPacking: Bool) async throws -> Runtime {
    let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
        Spending()
        if isPacking { ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) } }
    }
    return runtime
}
