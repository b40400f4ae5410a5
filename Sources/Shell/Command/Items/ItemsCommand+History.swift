import ArgumentParser
import ItemsDomain
import Nacre
import NacreTool
import Shell

extension ItemsCommand {
    /// The command `nacre items history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show the events of an item.",
            discussion: """
                Prints all events of its stream, including those of foreign types.

                Example:
                  nacre items history 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
                """)

        @OptionGroup var item: ItemArgument
        @OptionGroup var format: ListingOptions<RecordedEvent>
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            let id = try await id()
            try await place.listHistory(
                of: ItemArgument.stream(of: id), format, orThrow: ItemError(code: .notFound, id: id))
        }

        private func id() async throws -> ItemID {
            if case .id(let id) = item.reference { return id }
            return try await place.withReads(of: "items", AsOfOptions.parse([]), .silent) {
                try await item.reference.id(in: $0.items)
            }
        }
    }
}
