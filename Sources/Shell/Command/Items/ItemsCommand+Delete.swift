import ArgumentParser
import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an item permanently.",
            discussion: """
                The item stays in the log, and in lists of all items; it cannot change any more. Prints the item.

                Example:
                  nacre items delete 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.run(format) { try await $0.items.delete(item.id) }
        }
    }
}
