import ArgumentParser
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items rename`.
    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename an item.",
            discussion: """
                Renaming an item to its current name changes nothing. Prints the item.

                Example:
                  nacre items rename 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11 "Buy oat milk"
                """)

        @OptionGroup var item: ItemArgument

        @Argument(help: "The new name.")
        var name: String

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.run(format) { try await $0.items.rename(item.id, to: name) }
        }
    }
}
