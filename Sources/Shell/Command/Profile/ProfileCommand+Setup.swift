import ArgumentParser
import Nacre
import NacreTool
import ProfileDomain
import Shell

extension ProfileCommand {
    /// The command `nacre profile setup`.
    struct Setup: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "setup",
            abstract: "Set up the profile of a user, once.",
            discussion: """
                A screen name has 2 to 30 ASCII letters, digits, "_", "-" and "."; a birthday is an existing day, \
                not in the future and at most 130 years ago. Prints the profile.

                Example:
                  nacre profile setup --user u-1 --screen-name ada --birthday 1990-12-10
                """)

        @Option(help: ArgumentHelp("The user's id.", valueName: "id"))
        var user: String

        @Option(help: ArgumentHelp("The screen name.", valueName: "name"))
        var screenName: String

        @Option(help: ArgumentHelp("The birthday.", valueName: "yyyy-mm-dd"))
        var birthday: String

        @OptionGroup var context: EventContextOptions
        @OptionGroup var format: FormatOptions
        @OptionGroup var place: PlaceOptions

        func run() async throws {
            try await place.run(format, as: context) {
                try await $0.profiles.completeIdentity(user: user, screenName: screenName, birthday: birthday)
            }
        }
    }
}
