import DomainKit
import ItemsDomain
import NacreLMDB
import NacreRuntime
import Shell

// The listings in comments of `Sources/Shell/Application`.

enum ApplicationListings {
    static func create() async throws -> ItemDetails {
        let application = try await Application.open(.lmdb(at: "shell.nacre"))
        let item = try await application.items.create(name: "Buy milk")
        return item
    }

    static func fetch(from application: Application) async throws -> Int {
        let page = try await application.asOf(.position(1_000)) { past in try await past.items.fetchAll() }
        return page.elements.count
    }
}
