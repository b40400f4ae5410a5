import ArgumentParser
import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items complete`.
    struct Complete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete",
            abstract: "Mark an item as completed.",
            discussion: """
                Completing a completed item changes nothing. Prints the item.

                Example:
                  nacre items complete 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var context: EventContextOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            try await place.run(format, as: context) {
                try await $0.items.complete(try await item.reference.id(in: $0.reads.items))
            }
        }
    }
}
