import ArgumentParser
import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items reopen`.
    struct Reopen: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reopen",
            abstract: "Mark an item as not completed.",
            discussion: """
                Reopening an open item changes nothing. Prints the item.

                Example:
                  nacre items reopen 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var context: EventContextOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            try await place.run(format, as: context) {
                try await $0.items.reopen(try await item.reference.id(in: $0.reads.items))
            }
        }
    }
}
