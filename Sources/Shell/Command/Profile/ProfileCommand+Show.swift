import ArgumentParser
import DomainKit
import NacreTool
import ProfileDomain
import Shell

extension ProfileCommand {
    /// The command `nacre profile show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show one profile.",
            discussion: """
                Example:
                  nacre profile show u-1 --format json
                """)

        @OptionGroup var user: UserArgument
        @OptionGroup var asOf: AsOfOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await place.withReads(of: "profiles", asOf, progress) { reads in
                try Console.standard.output.show(try await reads.profiles.fetch(user.id), format.format)
            }
        }
    }
}
