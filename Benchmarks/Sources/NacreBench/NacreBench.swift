import ArgumentParser
import NacreBenchmarks

@main
enum NacreBench {
    static func main() async {
        await BenchmarkCommand.main()
    }
}
