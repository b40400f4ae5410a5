import ArgumentParser
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items rename`.
    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Rename an item.",
            discussion: """
                Renaming an item to its current name changes nothing. Prints the item.

                Example:
                  nacre items rename 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11 "Buy oat milk"
                """)

        @OptionGroup var item: ItemArgument

        @Argument(help: "The new name.")
        var name: String

        @OptionGroup var context: EventContextOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            try await place.run(format, as: context) {
                try await $0.items.rename(try await item.reference.id(in: $0.reads.items), to: name)
            }
        }
    }
}
