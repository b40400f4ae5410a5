import ArgumentParser
import DomainKit
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items add`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Create an item.",
            discussion: """
                The name is trimmed; it must have 1 to 1,000 Unicode scalars and no control characters. Prints the \
                new item.

                If the item is recorded but cannot be shown yet, the command exits with 3; repeated with --id, it \
                creates no second item.

                With --owner, the item belongs to that user; otherwise it has no owner.

                Examples:
                  nacre items add "Buy milk"
                  nacre items add "Buy milk" --format json
                  nacre items add "Buy milk" --id 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                  nacre items add "Buy milk" --owner 7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48
                """)

        @Argument(help: "The item's name.")
        var name: String

        @Option(
            help: ArgumentHelp("The item's id; random by default.", valueName: "uuid"),
            transform: ItemArgument.parse)
        var id: ItemID?

        @OptionGroup var owner: OwnerOption
        @OptionGroup var context: EventContextOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            // Generated here, so that an error of any kind can name it.
            let id = id ?? ItemID(RandomIDGenerator().next())
            try await place.run(format, as: context, repeatOption: "--id \(id)") {
                try await $0.items(for: owner.access).create(name: name, id: id)
            }
        }
    }
}
