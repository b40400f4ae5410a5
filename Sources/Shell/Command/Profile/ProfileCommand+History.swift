import ArgumentParser
import Nacre
import NacreTool
import ProfileDomain
import Shell

extension ProfileCommand {
    /// The command `nacre profile history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show the events of a profile.",
            discussion: """
                Prints all events of its stream, including those of foreign types.

                Example:
                  nacre profile history u-1
                """)

        @OptionGroup var user: UserArgument
        @OptionGroup var format: ListingOptions<RecordedEvent>
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            try await place.listHistory(of: user.stream, format, orThrow: ProfileError(code: .notFound, user: user.id))
        }
    }
}
