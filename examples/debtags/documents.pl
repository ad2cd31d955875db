# documents.pl PACKAGES DESCRIPTIONS FOLDER: writes docs.jsonl and taxonomy.tsv into FOLDER from
# Debian's control paragraphs. Called by make_documents.sh; needs nothing beyond perl-base.
use strict;
use warnings;

my $fewest_packages = 20;      # a rarer tag is counted as its parent
my $most_characters = 1500;    # of a text; few are longer, and their ends say little
my $test_percent    = 30;
my $root            = 'root';

# Tags look like facet::tag or facet::tag:subtag. Those named TODO mark work left to do, and the
# facet "special" is the taggers' bookkeeping: both say nothing about what a package is.
sub is_tag {
    my ($tag) = @_;
    return $tag =~ /^[a-z0-9-]+::[\w.+-]+(:[\w.+-]+)?$/ && $tag !~ /:TODO$|^special::/;
}

sub parent {
    my ($node) = @_;
    return $1 if $node =~ /^(.+::.+):/ || $node =~ /^(.+)::/;
    return $root;
}

# The node and its ancestors up to the facet, the node first.
sub ancestors {
    my ($node) = @_;
    my @path;
    for (; $node ne $root; $node = parent($node)) { push @path, $node }
    return @path;
}

# The value of a field, its further lines included; fields begin at the start of a line.
sub field {
    my ($paragraph, $name) = @_;
    return $paragraph =~ /^\Q$name\E:[ \t]*(.*(?:\n[ \t].*)*)/m ? $1 : '';
}

# A description's lines are indented by a space; a lone dot stands for an empty line.
sub plain_text {
    my ($description) = @_;
    $description =~ s/\n[ \t]+\.?[ \t]*(?=\n|\z)/\n/g;
    $description =~ s/\n[ \t]/\n/g;
    $description =~ s/\s+$//;
    utf8::decode($description);    # else the bytes are taken as Latin-1, so output is UTF-8 always
    return substr($description, 0, $most_characters);
}

sub json_string {
    my ($text) = @_;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/\n/\\n/g;
    $text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
    utf8::encode($text);
    return qq("$text");
}

# FNV-1a, so that a package is in the same part on every machine and in every release.
sub part {
    my ($name) = @_;
    my $hash = 2166136261;
    $hash = (($hash ^ ord) * 16777619) & 0xffffffff for split //, $name;
    return ($hash >> 8) % 100 < $test_percent ? 'test' : 'train';
}

sub open_or_die {
    my ($mode, $path) = @_;
    open my $file, $mode, $path or fail(5, "cannot open $path: $!");
    return $file;
}

sub fail {
    my ($code, $message) = @_;
    print STDERR "documents.pl: $message\n";
    exit $code;
}

# name => {tags, text, digest} of every tagged package; of several versions the first.
sub read_packages {
    my ($path) = @_;
    my $file = open_or_die('<', $path);
    local $/ = '';
    my %packages;
    while (my $paragraph = <$file>) {
        my @tags = grep { is_tag($_) } split /,\s*/, field($paragraph, 'Tag');
        my $name = field($paragraph, 'Package');
        next if !@tags || $name eq '' || $packages{$name};
        $packages{$name} = {
            tags   => \@tags,
            text   => plain_text(field($paragraph, 'Description')),
            digest => field($paragraph, 'Description-md5'),
        };
    }
    return \%packages;
}

# Puts the long descriptions into the packages: the index names each by its MD5.
sub add_long_descriptions {
    my ($packages, $path) = @_;
    my %by_digest;
    push @{ $by_digest{ $_->{digest} } }, $_ for values %$packages;
    delete $by_digest{''};
    my $file = open_or_die('<', $path);
    local $/ = '';
    while (my $paragraph = <$file>) {
        my $waiting = delete $by_digest{ field($paragraph, 'Description-md5') } or next;
        my $text = plain_text(field($paragraph, 'Description-en'));
        $_->{text} = $text for grep { length $text } @$waiting;
    }
}

# The nodes that stay: those with enough packages at or below them.
sub frequent_nodes {
    my ($packages) = @_;
    my %count;
    for my $package (values %$packages) {
        my %nodes = map { $_ => 1 } map { ancestors($_) } @{ $package->{tags} };
        $count{$_}++ for keys %nodes;
    }
    return { map { $_ => 1 } grep { $count{$_} >= $fewest_packages } keys %count };
}

# The most specific of the kept nodes that the tags stand for.
sub labels {
    my ($tags, $kept) = @_;
    my (%nearest, %above);
    for my $tag (@$tags) {
        my ($node, @rest) = grep { $kept->{$_} } ancestors($tag);
        next if !defined $node;
        $nearest{$node} = 1;
        $above{$_} = 1 for @rest;
    }
    return grep { !$above{$_} } sort keys %nearest;
}

sub write_documents {
    my ($packages, $path) = @_;
    my $file = open_or_die('>', "$path.part");
    for my $name (sort keys %$packages) {
        my $package = $packages->{$name};
        printf $file qq({"id":%s,"labels":[%s],"text":%s,"split":"%s"}\n), json_string($name),
            join(',', map { json_string($_) } @{ $package->{labels} }),
            json_string($package->{text}), $package->{part};
    }
    close $file and rename "$path.part", $path or fail(5, "cannot write $path: $!");
}

sub write_taxonomy {
    my ($kept, $path) = @_;
    my $file = open_or_die('>', "$path.part");
    my @facets_first = sort { ancestors($a) <=> ancestors($b) || $a cmp $b } keys %$kept;
    print $file parent($_), "\t$_\n" for @facets_first;
    close $file and rename "$path.part", $path or fail(5, "cannot write $path: $!");
}

sub print_summary {
    my ($packages, $kept, $folder) = @_;
    my @all    = values %$packages;
    my $test   = grep { $_->{part} eq 'test' } @all;
    my %inner  = map { parent($_) => 1 } keys %$kept;
    my $leaves = grep { !$inner{$_} } keys %$kept;
    my ($labels, $characters, $long) = (0, 0, 0);
    for (@all) {
        $labels     += @{ $_->{labels} };
        $characters += length $_->{text};
        $long++ if $_->{text} =~ /\n/;
    }
    printf "%d packages (%d to train, %d to test), %d with a long description, %.0f characters each\n",
        scalar @all, @all - $test, $test, $long, $characters / @all;
    printf "%d nodes below the root, %d of them leaves; %.2f labels a package\n",
        scalar keys %$kept, $leaves, $labels / @all;
    printf "%s/docs.jsonl (%.1f MB) and taxonomy.tsv\n", $folder, (-s "$folder/docs.jsonl") / 1e6;
}

fail(2, 'expected PACKAGES DESCRIPTIONS FOLDER') if @ARGV != 3;
my ($package_path, $description_path, $folder) = @ARGV;
my $packages = read_packages($package_path);
add_long_descriptions($packages, $description_path);
delete @$packages{ grep { $packages->{$_}{text} eq '' } keys %$packages };
my $kept = frequent_nodes($packages);
for my $name (keys %$packages) {
    my $package = $packages->{$name};
    $package->{part}   = part($name);
    $package->{labels} = [ labels($package->{tags}, $kept) ];
    delete $packages->{$name} if !@{ $package->{labels} };
}
fail(3, 'no tagged package with a description') if !%$packages;
write_documents($packages, "$folder/docs.jsonl");
write_taxonomy($kept, "$folder/taxonomy.tsv");
print_summary($packages, $kept, $folder);
