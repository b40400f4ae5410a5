// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ArgumentParser
import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime
import NacreTool

// The listings of `CommandLineOfYourOwn.md`. The program itself, `ShopCommand`, is the README's.

struct ShopCommand: StoreTool {
    static let (name, version) = ("shop", "1.0")
    static var features: Features { Shop.features }
    static func engine(_ at: StoreLocation) -> LMDBEngine { .lmdb(at: at.path, options: .init(logger: at.logger)) }
}

extension Shop {
    @FeaturesBuilder public static var features: Features {
        Spending()
        ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
    }
}

struct SpentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spent", abstract: "Print what a customer has spent, in cents.")

    @Argument(help: "The name of the customer.")
    var customer: String

    @OptionGroup var store: StoreOptions<ShopCommand>

    func run() async throws {
        try await store.withRuntime(.reading) { runtime in
            let row = try await runtime.models[Spending.self].read { try $0.customers.row(at: customer) }
            print(row?.cents ?? 0)
        }
    }
}

extension ShopCommand {
    static let commands = [CommandGroup(name: "Orders", subcommands: [SpentCommand.self])]
}
